import type { ErrorName } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { SATELLITE_ROLES, type SatelliteRole } from '@wakeline/contract/roles';
import { type SatelliteTemplate, satelliteTemplateForm } from '@wakeline/contract/satellite/templates';
import { App, Form, Input, Select } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { showFieldError } from '../../../parts/forms/field-error.ts';
import { FormDrawer } from '../../../parts/records/form-drawer.tsx';
import { errorText } from '../../../service/error-text.ts';
import { fieldRule } from '../../../service/field-rule.ts';
import { useSettingsChange } from './use-settings.ts';

/** What the form is open for: a new template, or one to edit. */
export type TemplateSubject =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit'; readonly template: SatelliteTemplate };

interface TemplateFormProps {
  /** Null: closed. */
  readonly subject: TemplateSubject | null;
  readonly onClose: () => void;
}

type TemplateFields = Pick<SatelliteTemplate, 'templateName' | 'content'> & {
  readonly role: SatelliteRole | typeof ALL;
};

/** A select has no null. */
const ALL = 'all';

const ERROR_FIELDS: Readonly<Partial<Record<ErrorName, keyof TemplateFields>>> = {
  'template-name-taken': 'templateName',
};

/** Drawer to add a template or to edit one. */
export function TemplateForm({ subject, onClose }: TemplateFormProps) {
  const { t } = useTranslation('satelliteSettings');
  const language = useLanguage();
  const { message } = App.useApp();
  const [form] = Form.useForm<TemplateFields>();
  const create = useSettingsChange('createSatelliteTemplate');
  const edit = useSettingsChange('editSatelliteTemplate');
  // Keeps the last content visible while the drawer closes.
  const last = useRef<TemplateSubject>({ kind: 'add' });
  if (subject !== null) last.current = subject;
  const template = last.current.kind === 'edit' ? last.current.template : null;
  const { shape } = satelliteTemplateForm;

  function submit(fields: TemplateFields): void {
    const values = {
      templateName: fields.templateName.trim(),
      content: fields.content.trim(),
      role: fields.role === ALL ? null : fields.role,
    };
    const callbacks = {
      onSuccess() {
        message.success(t('saved', { name: values.templateName }));
        onClose();
      },
      onError(error: unknown) {
        const text = errorText(error, language);
        if (!showFieldError(form, error, ERROR_FIELDS, text)) message.error(text);
      },
    };
    if (template === null) create.mutate(values, callbacks);
    else edit.mutate({ templateId: template.templateId, ...values }, callbacks);
  }

  return (
    <FormDrawer<TemplateFields>
      open={subject !== null}
      title={template === null ? t('templates.add') : t('editOne', { name: template.templateName })}
      size={460}
      form={form}
      initialValues={{
        templateName: template?.templateName ?? '',
        content: template?.content ?? '',
        role: template?.role ?? ALL,
      }}
      saving={create.isPending || edit.isPending}
      onSave={submit}
      onClose={onClose}
    >
      <Form.Item name="templateName" label={t('name')} rules={[fieldRule(shape.templateName, language)]}>
        <Input autoFocus maxLength={LIMITS.name} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="content"
        label={t('templates.content')}
        extra={
          <>
            {t('templates.contentHint')}
            <br />
            {t('templates.placeholders')}
          </>
        }
        rules={[fieldRule(shape.content, language)]}
      >
        <Input.TextArea autoSize={{ minRows: 4, maxRows: 12 }} maxLength={LIMITS.satelliteText} showCount />
      </Form.Item>
      <Form.Item name="role" label={t('templates.role')} extra={t('templates.roleHint')}>
        <Select
          options={[
            { value: ALL, label: t('templates.allRoles') },
            ...SATELLITE_ROLES.map((role) => ({ value: role, label: t(`templates.roleName.${role}`) })),
          ]}
        />
      </Form.Item>
    </FormDrawer>
  );
}
