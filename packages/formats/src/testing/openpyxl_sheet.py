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
from datetime import datetime, time, timedelta

from openpyxl import Workbook, load_workbook
from openpyxl.cell import WriteOnlyCell


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


def json_of(value):
    if isinstance(value, datetime):
        return {'date': value.isoformat(timespec='seconds')}
    # A duration of less than a day that openpyxl takes for a time of day, such as 0:00:00.
    if isinstance(value, time):
        # 10 s as a fraction of a day are 9.999 999 s for it.
        return {'seconds': round(value.hour * 3600 + value.minute * 60 + value.second + value.microsecond / 1e6)}
    if isinstance(value, timedelta):
        return {'seconds': round(value.total_seconds())}
    return value


def read(source):
    sheet = load_workbook(source, read_only=True).worksheets[0]
    for row in sheet.iter_rows(values_only=True):
        yield [json_of(value) for value in row]


def read_sheets(source):
    for sheet in load_workbook(source, read_only=True).worksheets:
        if sheet.sheet_state == 'visible':
            yield [sheet.title, *([json_of(value) for value in row] for row in sheet.iter_rows(values_only=True))]


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
