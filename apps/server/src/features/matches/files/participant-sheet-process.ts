import { EXAMPLE_NAMES } from '../../../sheet-import/athlete-columns.ts';
import { serveSheet } from '../../../sheet-import/serve-sheet.ts';
import { evaluateParticipant } from './evaluate-participant.ts';
import { PARTICIPANT_COLUMNS } from './participant-columns.ts';

const EXAMPLES: ReadonlySet<string> = new Set(Object.values(EXAMPLE_NAMES));

serveSheet({
  columns: PARTICIPANT_COLUMNS,
  readRow(row, options) {
    const evaluated = evaluateParticipant(row, options);
    return EXAMPLES.has(evaluated.texts.participantName ?? '') ? null : evaluated;
  },
});
