import type { AuditEntry } from '@wakeline/contract/rights/audit';
import { useTranslation } from 'react-i18next';
import { knownAction, knownCommand, knownField } from './audit-actions.ts';

/** The audit log's names in the language of the page; what has no words there stands as it is. */
export function useAuditTexts() {
  const { t } = useTranslation('audit');

  function actionName(action: string): string {
    const known = knownAction(action);
    return known === null ? action : t(`action.${known}`);
  }

  /** The action of an entry; of the operator's with the command that was given. */
  function entryName({ action, after }: AuditEntry): string {
    const command = action === 'operator' ? after?.command : undefined;
    if (typeof command !== 'string') return actionName(action);
    return t('commandOf', { command: commandName(command) });
  }

  function commandName(command: string): string {
    const known = knownCommand(command);
    return known === null ? command : t(`command.${known}`);
  }

  function fieldName(field: string): string {
    const known = knownField(field);
    return known === null ? field : t(`fieldName.${known}`);
  }
  return { actionName, entryName, commandName, fieldName };
}
