import { useMutation } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';
import { type ErrorFields, findErrorField, showFieldError } from './field-error.ts';
import { FormFailure } from './form-failure.tsx';
import styles from './secure-form.module.css';

export interface SecureFormProps<Fields> {
  readonly children: ReactNode;
  readonly submitLabel: string;
  readonly danger?: boolean;
  readonly initialValues?: Partial<Fields>;
  /** The field of each error; other errors are shown above the form. */
  readonly errorFields: ErrorFields<keyof Fields & string>;
  readonly onSubmit: (fields: Fields) => Promise<unknown>;
  readonly onDone: () => void;
  readonly onCancel: () => void;
  readonly onTouched?: () => void;
}

/** A form that is submitted at once and shows errors at its fields. The input stays until it is accepted. */
export function SecureForm<Fields extends object>(props: SecureFormProps<Fields>) {
  const {
    children,
    submitLabel,
    danger = false,
    initialValues,
    errorFields,
    onSubmit,
    onDone,
    onCancel,
    onTouched,
  } = props;
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const [form] = Form.useForm<Fields>();
  const sending = useMutation({
    mutationFn: onSubmit,
    onSuccess: onDone,
    onError: (error) => void showFieldError(form, error, errorFields, errorText(error, language)),
  });
  const failure =
    sending.error !== null && findErrorField(sending.error, errorFields) === null ? sending.error : null;
  return (
    <Form<Fields>
      form={form}
      layout="vertical"
      validateTrigger="onBlur"
      initialValues={initialValues ?? {}}
      onValuesChange={() => onTouched?.()}
      onFinish={(fields) => sending.mutate(fields)}
    >
      {failure !== null && <FormFailure error={failure} />}
      {children}
      <footer className={styles.footer}>
        <Button onClick={onCancel}>{tApp('action.cancel')}</Button>
        <Button type="primary" danger={danger} htmlType="submit" loading={sending.isPending}>
          {submitLabel}
        </Button>
      </footer>
    </Form>
  );
}
