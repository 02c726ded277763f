import type { AuditEntry } from '@wakeline/contract/rights/audit';
import { useTranslation } from 'react-i18next';
import { knownAction, knownCommand, knownField } from './audit-actions.ts';

/** Names in the audit log in the language of the page; unknown identifiers are shown unchanged. */
export function useAuditTexts() {
  const { t } = useTranslation('audit');

  function actionName(action: string): string {
    const known = knownAction(action);
    return known === null ? action : t(`action.${known}`);
  }

  /** The action of an entry; for operator entries with the command. */
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
