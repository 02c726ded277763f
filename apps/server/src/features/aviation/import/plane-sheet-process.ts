import { serveSheet } from '../../../sheet-import/serve-sheet.ts';
import { EXAMPLE_TAIL_NUMBER, PLANE_COLUMNS } from '../plane-columns.ts';
import { evaluatePlane } from './evaluate-plane.ts';

serveSheet({
  columns: PLANE_COLUMNS,
  readRow(row, options) {
    const evaluated = evaluatePlane(row, options);
    return evaluated.texts.tailNumber === EXAMPLE_TAIL_NUMBER ? null : evaluated;
  },
});
