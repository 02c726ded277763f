import { Button, Drawer, Form, type FormInstance } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './form-drawer.module.css';

interface FormDrawerProps<Fields> {
  readonly open: boolean;
  readonly title: string;
  /** Pixels. */
  readonly size: number;
  readonly form: FormInstance<Fields>;
  readonly initialValues: Partial<Fields>;
  readonly saving: boolean;
  readonly onSave: (fields: Fields) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A drawer to create or edit a record. A click outside never closes it, nor does Escape after a change, so that input
 * is not lost.
 */
export function FormDrawer<Fields extends object>(props: FormDrawerProps<Fields>) {
  const { open, title, size, form, initialValues, saving, onSave, onClose, children } = props;
  const { t: tApp } = useTranslation('app');
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    if (!open) setTouched(false);
  }, [open]);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      keyboard={!touched}
      title={title}
      size={size}
      mask={{ closable: false }}
      destroyOnHidden
      footer={
        <div className={styles.footer}>
          <Button onClick={onClose}>{tApp('action.cancel')}</Button>
          <Button type="primary" loading={saving} onClick={() => form.submit()}>
            {tApp('action.save')}
          </Button>
        </div>
      }
    >
      <Form<Fields>
        form={form}
        clearOnDestroy
        layout="vertical"
        validateTrigger="onBlur"
        initialValues={initialValues}
        onValuesChange={() => setTouched(true)}
        onFinish={onSave}
      >
        {children}
      </Form>
    </Drawer>
  );
}
