import { serveSheet } from '../../../sheet-import/serve-sheet.ts';
import { DEVICE_COLUMNS, EXAMPLE_IMEI } from './device-columns.ts';
import { evaluateRow } from './evaluate-row.ts';

serveSheet({
  columns: DEVICE_COLUMNS,
  readRow(row, options) {
    const evaluated = evaluateRow(row, options);
    return evaluated.texts.imei === EXAMPLE_IMEI ? null : evaluated;
  },
});
