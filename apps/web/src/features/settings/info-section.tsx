import { useQueryClient } from '@tanstack/react-query';
import { type BrandingForm, brandingForm } from '@wakeline/contract/settings/settings';
import { Button, Form, Input, Select } from 'antd';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useUnsavedPrompt } from '../../parts/forms/use-unsaved-prompt.ts';
import { fieldRule } from '../../service/field-rule.ts';
import { clearPreview, showPreview } from '../../service/preview.ts';
import { SESSION_KEY, type Session, useSession } from '../../service/session.ts';
import { DEFAULT_ACCENT, DEFAULT_HEADER_TEXT } from '../../ui/palette.ts';
import { changesOf, previewOf } from './branding-changes.ts';
import { ColorField } from './color-field.tsx';
import { ContrastNote } from './contrast-note.tsx';
import styles from './info-section.module.css';
import { PictureField } from './picture-field.tsx';
import { zoneOptions } from './time-zones.ts';
import { configChange, useOwnChange } from './use-own-change.ts';

const THEME_COLORS = [DEFAULT_ACCENT, '#0f766e', '#15803d', '#7c3aed', '#b91c1c', '#b45309', '#334155'];
const TEXT_COLORS = [DEFAULT_HEADER_TEXT, '#1b2733', '#ffe8a3'];

function brandingOf({ sysName, logoUrl, loginPic, themeColor, textColor, timeZone }: Session): BrandingForm {
  return { sysName, logoUrl, loginPic, themeColor, textColor, timeZone };
}

/**
 * The account's branding and time zone. Changes are previewed at once in this page, and reverted unless they are saved.
 */
export function InfoSection() {
  const { t } = useTranslation('settings');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const session = useSession();
  const [form] = Form.useForm<BrandingForm>();
  const queryClient = useQueryClient();
  const save = useOwnChange();
  const stored = brandingOf(session);
  const values: BrandingForm = { ...stored, ...Form.useWatch([], form) };
  const changes = changesOf(stored, values);
  const unsaved = Object.keys(changes).length > 0;
  useUnsavedPrompt(unsaved && !save.isPending);

  // Applies changes that other users have saved, except to fields with unsaved changes.
  const base = useRef(stored);
  const storedText = JSON.stringify(stored);
  useEffect(() => {
    const current = JSON.parse(storedText) as BrandingForm;
    const typed = changesOf(base.current, { ...base.current, ...form.getFieldsValue(true) });
    base.current = current;
    form.setFieldsValue({ ...current, ...typed });
  }, [storedText, form]);

  const preview = JSON.stringify(previewOf(changes));
  useEffect(() => showPreview(JSON.parse(preview)), [preview]);
  useEffect(() => clearPreview, []);

  const zones = useMemo(() => zoneOptions(session.timeZone, Date.now()), [session.timeZone]);
  const rule = (field: keyof typeof brandingForm.shape) => [fieldRule(brandingForm.shape[field], language)];

  async function submit(): Promise<void> {
    if (!(await save.change(configChange(changes)))) return;
    // The default for an empty name is now known.
    const current = queryClient.getQueryData<Session | null>(SESSION_KEY);
    if (changes.sysName === '' && current) form.setFieldValue('sysName', current.sysName);
  }

  return (
    <Form<BrandingForm>
      form={form}
      layout="vertical"
      validateTrigger="onBlur"
      initialValues={stored}
      className={styles.form ?? ''}
      onFinish={() => void submit()}
    >
      <Form.Item name="sysName" label={t('sysName')} extra={t('sysNameHint')} rules={rule('sysName')}>
        <Input />
      </Form.Item>
      <Form.Item name="logoUrl" label={t('logo')} extra={t('logoHint')}>
        <PictureField use="logo" label={t('logo')} none={t('logoNone')} />
      </Form.Item>
      <Form.Item name="loginPic" label={t('loginPic')} extra={t('loginPicHint')}>
        <PictureField use="loginPic" label={t('loginPic')} none={t('loginPicNone')} />
      </Form.Item>
      <Form.Item
        name="themeColor"
        label={t('themeColor')}
        rules={rule('themeColor')}
        extra={
          <ContrastNote themeColor={values.themeColor} textColor={values.textColor} field="themeColor" />
        }
      >
        <ColorField label={t('themeColor')} presets={THEME_COLORS} />
      </Form.Item>
      <Form.Item
        name="textColor"
        label={t('textColor')}
        rules={rule('textColor')}
        extra={<ContrastNote themeColor={values.themeColor} textColor={values.textColor} field="textColor" />}
      >
        <ColorField label={t('textColor')} presets={TEXT_COLORS} />
      </Form.Item>
      <Form.Item name="timeZone" label={t('timeZone')} extra={t('timeZoneHint')} rules={rule('timeZone')}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={zones} />
      </Form.Item>
      <footer className={styles.footer}>
        {unsaved && <span>{t('notSaved')}</span>}
        <Button disabled={!unsaved || save.isPending} onClick={() => form.setFieldsValue(stored)}>
          {t('discard')}
        </Button>
        <Button type="primary" htmlType="submit" disabled={!unsaved} loading={save.isPending}>
          {tApp('action.save')}
        </Button>
      </footer>
    </Form>
  );
}
