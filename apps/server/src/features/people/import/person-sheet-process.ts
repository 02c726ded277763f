import { EXAMPLE_NAMES } from '../../../sheet-import/athlete-columns.ts';
import { serveSheet } from '../../../sheet-import/serve-sheet.ts';
import { PERSON_COLUMNS } from '../person-columns.ts';
import { evaluatePerson } from './evaluate-person.ts';

const EXAMPLES: ReadonlySet<string> = new Set(Object.values(EXAMPLE_NAMES));

serveSheet({
  columns: PERSON_COLUMNS,
  readRow(row, options) {
    const evaluated = evaluatePerson(row, options);
    return EXAMPLES.has(evaluated.texts.personName ?? '') ? null : evaluated;
  },
});
