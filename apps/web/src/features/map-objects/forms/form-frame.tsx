import { IconArrowLeft } from '@tabler/icons-react';
import { Button, Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from '../object-panel.module.css';
import { CommonFieldsSection } from './common-fields.tsx';
import type { FormSubject } from './form-subject.ts';
import type { CommonFields } from './subject.ts';
import type { ObjectForm } from './use-object-form.ts';

interface FormFrameProps<Fields extends CommonFields> {
  readonly subject: FormSubject & { readonly fields: Fields };
  readonly objectForm: ObjectForm<Fields>;
  /** The drawing section, above the fields. */
  readonly drawing: ReactNode;
  readonly onChange: (changes: Partial<Fields>) => void;
  /** Fields of the kind. */
  readonly children: ReactNode;
}

/** Frame of an object form: title, drawing, common fields around those of the kind, and the buttons. */
export function FormFrame<Fields extends CommonFields>(props: FormFrameProps<Fields>) {
  const { subject, objectForm, drawing, onChange, children } = props;
  const { t: tApp } = useTranslation('app');
  const { t } = useTranslation('mapObjects');
  const { kind, id } = subject;
  return (
    <>
      <header className={styles.head}>
        <IconButton label={t('form.back')} icon={<IconArrowLeft size={18} />} onClick={objectForm.cancel} />
        <h3>{t(id === null ? `${kind}.add` : `${kind}.edit`)}</h3>
      </header>
      <div className={styles.body}>
        {drawing}
        <Form<Fields>
          form={objectForm.form}
          layout="vertical"
          validateTrigger={['onBlur', 'onChange']}
          initialValues={subject.fields}
          onValuesChange={(changes: Partial<Fields>) => {
            objectForm.touch();
            onChange(changes);
          }}
          onFinish={objectForm.submit}
        >
          <CommonFieldsSection kind={kind} focusName={id === null}>
            {children}
          </CommonFieldsSection>
        </Form>
      </div>
      <footer className={styles.foot}>
        <Button onClick={objectForm.cancel}>{tApp('action.cancel')}</Button>
        <Button type="primary" loading={objectForm.saving} onClick={objectForm.validateAndSave}>
          {tApp('action.save')}
        </Button>
      </footer>
    </>
  );
}
