import { serveSheet } from '../../../sheet-import/serve-sheet.ts';
import { evaluateFlight } from './evaluate-flight.ts';
import { EXAMPLE_FLIGHT_NUMBER, FLIGHT_COLUMNS } from './flight-sheet-columns.ts';

serveSheet({
  columns: FLIGHT_COLUMNS,
  readRow(row, options) {
    const evaluated = evaluateFlight(row, options);
    return evaluated.texts.flightNumber === EXAMPLE_FLIGHT_NUMBER ? null : evaluated;
  },
});
