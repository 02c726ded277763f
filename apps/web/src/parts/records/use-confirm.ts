import { App } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';

interface Question {
  readonly title: string;
  readonly content: ReactNode;
  /** On the button that does it. */
  readonly action: string;
  /** The message once it is done. */
  readonly done: string;
}

/** Asks before something is deleted or ended, does it, and says how it went. */
export function useConfirm(): (question: Question, act: () => Promise<unknown>) => void {
  const { t: app } = useTranslation('app');
  const language = useLanguage();
  const { message, modal } = App.useApp();
  return ({ title, content, action, done }, act) =>
    void modal.confirm({
      title,
      content,
      okText: action,
      okButtonProps: { danger: true },
      cancelText: app('action.cancel'),
      async onOk() {
        try {
          await act();
          message.success(done);
        } catch (error) {
          message.error(errorText(error, language));
        }
      },
    });
}
