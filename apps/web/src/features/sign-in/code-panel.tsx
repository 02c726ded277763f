import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../../parts/credentials/code-field.tsx';
import { PhoneField } from '../../parts/credentials/phone-field.tsx';
import type { ErrorFields } from '../../parts/forms/field-error.ts';
import { FormFailure } from '../../parts/forms/form-failure.tsx';
import { EntryForm } from './entry-form.tsx';
import { useFieldError } from './use-field-error.ts';
import type { SignIn } from './use-sign-in.ts';

interface Fields {
  readonly phone: string;
  readonly code: string;
}

const ERROR_FIELDS = { 'account-empty': 'phone', 'code-wrong': 'code' } as const satisfies ErrorFields<
  keyof Fields
>;

export interface CodePanelProps {
  readonly attempt: SignIn;
  /** Initial value, as typed in another panel. */
  readonly phone: string;
  readonly onPhone: (phone: string) => void;
}

/** Sign-in with a phone number and the code sent to it. */
export function CodePanel({ attempt, phone, onPhone }: CodePanelProps) {
  const { t } = useTranslation('signIn');
  const [form] = Form.useForm<Fields>();
  const { error } = attempt;

  const failure = useFieldError(form, error, ERROR_FIELDS);

  return (
    <EntryForm<Fields>
      form={form}
      submit={t('submit')}
      pending={attempt.isPending}
      initialValues={{ phone: attempt.lastAccount ?? phone, code: '' }}
      onSubmit={(credentials) => attempt.signIn({ credentials })}
      onChange={({ phone: typed }: Partial<Fields>) => {
        if (typed !== undefined) onPhone(typed);
        if (error !== null) attempt.reset();
      }}
    >
      {failure !== null && <FormFailure error={failure} />}
      <PhoneField autoComplete="tel" autoFocus />
      <CodeField purpose="login" />
    </EntryForm>
  );
}
