"""Writes and reads sheets with openpyxl, and reads CSV files with Python's csv module.

openpyxl_sheet.py write ROWS.jsonl BOOK.xlsx
openpyxl_sheet.py read BOOK.xlsx ROWS.jsonl
openpyxl_sheet.py read-sheets BOOK.xlsx SHEETS.jsonl
openpyxl_sheet.py read-csv FILE.csv ROWS.jsonl

A line of a .jsonl file is the list of the cells of a row; a date is {"date": "2027-12-31T18:30:00"}, a duration
{"seconds": 90}. A line of SHEETS.jsonl is the name of a sheet and its rows.
"""
import csv
import json
import sys
from datetime import datetime

from openpyxl import Workbook, load_workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles.numbers import is_timedelta_format

SECONDS_OF_DAY = 86_400


def write(rows, target):
    book = Workbook(write_only=True)
    sheet = book.create_sheet('Devices')

    def cell_of(value):
        if isinstance(value, dict):
            return datetime.fromisoformat(value['date'])
        if not (isinstance(value, str) and value.startswith('=')):
            return value
        cell = WriteOnlyCell(sheet, value)
        cell.data_type = 's'
        return cell

    for line in rows:
        sheet.append([cell_of(value) for value in json.loads(line)])
    book.save(target)


def open_book(source):
    book = load_workbook(source, read_only=True)
    # Durations stay numbers of days: in read-only mode, openpyxl 3.0 takes those of a day and more for dates.
    book._date_formats -= book._timedelta_formats
    return book


def json_of(cell):
    value = cell.value
    if isinstance(value, datetime):
        return {'date': value.isoformat(timespec='seconds')}
    if isinstance(value, (int, float)) and is_timedelta_format(cell.number_format):
        # 10 s as a fraction of a day are 9.999 999 s.
        return {'seconds': round(value * SECONDS_OF_DAY)}
    return value


def rows_of(sheet):
    for row in sheet.iter_rows():
        yield [json_of(cell) for cell in row]


def read(source):
    yield from rows_of(open_book(source).worksheets[0])


def read_sheets(source):
    for sheet in open_book(source).worksheets:
        if sheet.sheet_state == 'visible':
            yield [sheet.title, *rows_of(sheet)]


def read_csv(source):
    with open(source, encoding='utf-8-sig', newline='') as file:
        yield from csv.reader(file)


action, source, target = sys.argv[1:]
if action == 'write':
    with open(source, encoding='utf-8') as rows:
        write(rows, target)
else:
    with open(target, 'w', encoding='utf-8') as out:
        for cells in {'read': read, 'read-sheets': read_sheets, 'read-csv': read_csv}[action](source):
            out.write(json.dumps(cells, ensure_ascii=False) + '\n')
