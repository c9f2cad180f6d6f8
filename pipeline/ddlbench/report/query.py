"""The queries of `sql/report/`, and how their values are printed."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import duckdb

from ddlbench.database import statements

Row = dict[str, Any]


def ask(connection: duckdb.DuckDBPyConnection, name: str, **parameters: object) -> list[Row]:
    """The rows of a query of `sql/report/`; contributed text reaches it as parameters only."""
    cursor = connection.execute(statements("report")[name], parameters)
    columns = [column[0] for column in cursor.description or []]
    return [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]


def cell(value: object) -> str:
    """A value as text, numbers with four digits that count."""
    if value is None:
        return "-"
    if isinstance(value, (float, Decimal)):
        number = float(value)
        return f"{number:.0f}" if abs(number) >= 1000 else f"{number:.4g}"
    return str(value)


def mean(row: Row) -> str:
    """The mean of a row with its interval and the number of values behind it."""
    return f"{interval(row['value'], row['low'], row['high'])} (n {row['n']})"


def interval(value: object, low: object, high: object) -> str:
    """A value with its interval, where it has one."""
    return cell(value) if low is None or high is None else f"{cell(value)} [{cell(low)}, {cell(high)}]"
