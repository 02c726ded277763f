import { Button, Form, type FormInstance } from 'antd';
import type { ReactNode } from 'react';
import styles from './login-page.module.css';

interface EntryFormProps<Fields> {
  readonly form: FormInstance<Fields>;
  readonly initialValues: Partial<Fields>;
  /** Label of the button. */
  readonly submit: string;
  readonly pending: boolean;
  readonly onSubmit: (fields: Fields) => void;
  readonly onChange: (changed: Partial<Fields>) => void;
  readonly children: ReactNode;
  /** Below the button. */
  readonly footer?: ReactNode;
}

/** A form of the public pages. Fields are validated on blur, and all of them on submit. */
export function EntryForm<Fields extends object>(props: EntryFormProps<Fields>) {
  const { form, initialValues, submit, pending, onSubmit, onChange, children, footer } = props;
  return (
    <Form<Fields>
      form={form}
      layout="vertical"
      size="large"
      validateTrigger="onBlur"
      initialValues={initialValues}
      onFinish={onSubmit}
      onValuesChange={onChange}
    >
      {children}
      <Button type="primary" htmlType="submit" block loading={pending} className={styles.submit ?? ''}>
        {submit}
      </Button>
      {footer}
    </Form>
  );
}
