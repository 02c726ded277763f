import { serveSheet } from '../../../sheet-import/serve-sheet.ts';
import { ACCOUNT_COLUMNS, EXAMPLE_CARD } from '../account-columns.ts';
import { evaluateAccount } from './evaluate-account.ts';

serveSheet({
  columns: ACCOUNT_COLUMNS,
  readRow(row, options) {
    const evaluated = evaluateAccount(row, options);
    return evaluated.texts.cardNumber === EXAMPLE_CARD ? null : evaluated;
  },
});
