import { code } from '@wakeline/contract/fields';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { fieldRule } from '../../service/field-rule.ts';
import type { CodePurpose } from './code-cooldown.ts';
import { CodeInput } from './code-input.tsx';
import { normalizeCode } from './normalize-input.ts';
import { useSendCode } from './use-send-code.ts';

interface CodeFieldProps {
  readonly purpose: CodePurpose;
  /** Called with refusals that do not belong to the field. */
  readonly onRefused?: (error: unknown) => void;
}

/** The form field `code` with a button that sends a code to the number in the form's `phone` field. */
export function CodeField({ purpose, onRefused }: CodeFieldProps) {
  const { t } = useTranslation('signIn');
  const language = useLanguage();
  const { send, isPending, secondsLeft } = useSendCode(purpose, onRefused);
  return (
    <Form.Item name="code" label={t('code')} normalize={normalizeCode} rules={[fieldRule(code, language)]}>
      <CodeInput
        label={secondsLeft > 0 ? t('codeWait', { count: secondsLeft }) : t('codeSend')}
        waiting={secondsLeft > 0}
        sending={isPending}
        onSend={send}
      />
    </Form.Item>
  );
}
