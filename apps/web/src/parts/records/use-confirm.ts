import { App } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';

interface Confirmation {
  readonly title: string;
  readonly content: ReactNode;
  /** Label of the confirming button. */
  readonly okText: string;
  /** False: it can be undone at once; true by default. */
  readonly danger?: boolean;
  /** Message after success. */
  readonly successText: string;
}

/** Asks for confirmation of a deletion or similar, runs it, and shows the result. */
export function useConfirm(): (confirmation: Confirmation, run: () => Promise<unknown>) => void {
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { message, modal } = App.useApp();
  return ({ title, content, okText, danger = true, successText }, run) =>
    void modal.confirm({
      title,
      content,
      okText,
      okButtonProps: { danger },
      cancelText: tApp('action.cancel'),
      async onOk() {
        try {
          await run();
          message.success(successText);
        } catch (error) {
          message.error(errorText(error, language));
        }
      },
    });
}
