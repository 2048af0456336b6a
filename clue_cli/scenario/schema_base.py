"""What all tables of scenario and board files have in common."""

from pydantic import BaseModel, ConfigDict


class Table(BaseModel):
    """Be a table of a file: no other keys than those listed, no value taken for another type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, use_attribute_docstrings=True)
