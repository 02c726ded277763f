import { useMutation } from '@tanstack/react-query';
import type { ErrorName } from '@wakeline/contract/errors';
import { CODE_TYPES } from '@wakeline/contract/sign-in';
import { App, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { errorText, retryAfter } from '../../service/error-text.ts';
import { getLinkCode } from '../../service/link-code.ts';
import { type ErrorFields, showFieldError } from '../forms/field-error.ts';
import { type CodePurpose, useCodeCooldown } from './code-cooldown.ts';

const ERROR_FIELDS = {
  'code-too-soon': 'code',
  'code-limit': 'code',
  'message-not-sent': 'code',
} as const satisfies ErrorFields<'code'>;

/** Refusals after which an immediate retry is useless. */
const COOLDOWN_ERRORS: readonly ErrorName[] = ['code-too-soon', 'code-limit'];

/**
 * Sends a code to the form's phone number once it is valid, and starts the cooldown that the server requires.
 * @param onRefused called with refusals that do not belong to the field; without it they are shown as a message.
 */
export function useSendCode(purpose: CodePurpose, onRefused?: (error: unknown) => void) {
  const { t } = useTranslation('signIn');
  const language = useLanguage();
  const client = useClient();
  const { message } = App.useApp();
  const form = Form.useFormInstance<{ readonly phone: string; readonly code: string }>();
  const [secondsLeft, startCooldown] = useCodeCooldown(purpose);

  const sending = useMutation({
    mutationFn: (phone: string) => {
      const t = getLinkCode();
      return client.call('sendLoginCode', {
        phone,
        type: CODE_TYPES[purpose],
        lang: language,
        ...(t === null ? {} : { t }),
      });
    },
    onSuccess({ seconds }) {
      startCooldown(seconds);
      form.setFields([{ name: 'code', errors: [] }]);
      form.focusField('code');
      message.success(t('codeSent'));
    },
    onError(error) {
      const seconds = retryAfter(error);
      if (seconds !== null && COOLDOWN_ERRORS.some((name) => Object(error).errorName === name))
        startCooldown(seconds);
      const text = errorText(error, language);
      if (showFieldError(form, error, ERROR_FIELDS, text)) return;
      if (onRefused) onRefused(error);
      else message.error(text);
    },
  });

  async function send(): Promise<void> {
    try {
      await form.validateFields(['phone']);
    } catch {
      // The form shows the error at the field.
      form.focusField('phone');
      return;
    }
    sending.mutate(form.getFieldValue('phone'));
  }
  return { send: () => void send(), isPending: sending.isPending, secondsLeft };
}
