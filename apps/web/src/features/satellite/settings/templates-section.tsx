import { IconPlane, IconPlus } from '@tabler/icons-react';
import type { SatelliteTemplate } from '@wakeline/contract/satellite/templates';
import { App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { RecordActions } from '../../../parts/records/record-actions.tsx';
import { RecordTable } from '../../../parts/records/record-table.tsx';
import { useConfirm } from '../../../parts/records/use-confirm.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { errorText } from '../../../service/error-text.ts';
import { useSession } from '../../../service/session.ts';
import { ROLE_OF_PAGE } from '../page-function.ts';
import { SectionHead } from './section-head.tsx';
import { TemplateForm, type TemplateSubject } from './template-form.tsx';
import { useSettingsChange, useTemplates } from './use-settings.ts';

/** The texts that the send form offers. */
export function TemplatesSection() {
  const { t } = useTranslation('satelliteSettings');
  const confirm = useConfirm();
  const query = useTemplates();
  const failure = useListFailure(query);
  const remove = useSettingsChange('deleteSatelliteTemplate');
  const addForPlanes = useSettingsChange('addAviationTemplates');
  const language = useLanguage();
  const { message } = App.useApp();
  const { roles } = useSession();
  const [subject, setSubject] = useState<TemplateSubject | null>(null);
  const canChange = query.data?.abilities.change === true;
  const hasPlanes = roles.some(({ name }) => name === ROLE_OF_PAGE.plane);

  function addAviationTemplates(): void {
    addForPlanes.mutate(
      { lang: language },
      {
        onSuccess: ({ added }) =>
          void message.success(
            added === 0 ? t('templates.aviationExist') : t('templates.aviationAdded', { count: added }),
          ),
        onError: (error) => void message.error(errorText(error, language)),
      },
    );
  }

  function confirmRemoval({ templateId, templateName: name }: SatelliteTemplate): void {
    confirm(
      {
        title: t('templates.deleteTitle', { name }),
        content: null,
        okText: t('delete'),
        successText: t('deleted', { name }),
      },
      () => remove.mutateAsync({ templateId }),
    );
  }

  return (
    <>
      <SectionHead text={t('templates.text')} isReadOnly={query.data !== undefined && !canChange}>
        {canChange && hasPlanes && (
          <Button
            icon={<IconPlane size={16} />}
            loading={addForPlanes.isPending}
            onClick={addAviationTemplates}
          >
            {t('templates.aviation')}
          </Button>
        )}
        {canChange && (
          <Button type="primary" icon={<IconPlus size={16} />} onClick={() => setSubject({ kind: 'add' })}>
            {t('templates.add')}
          </Button>
        )}
      </SectionHead>
      <RecordTable<SatelliteTemplate>
        label={t('section.templates')}
        name="satellite-templates"
        rows={query.data?.list}
        rowKey={({ templateId }) => templateId}
        columns={[
          {
            key: 'name',
            title: t('name'),
            width: 200,
            render: ({ templateName }) => <span title={templateName}>{templateName}</span>,
          },
          {
            key: 'content',
            title: t('templates.content'),
            render: ({ content }) => <span title={content}>{content}</span>,
          },
          {
            key: 'role',
            title: t('templates.role'),
            width: 170,
            render: ({ role }) => (role === null ? t('templates.allRoles') : t(`templates.roleName.${role}`)),
          },
        ]}
        {...failure}
        empty={t('templates.none')}
        actionsWidth={96}
        actions={(template) => (
          <RecordActions
            edit={
              canChange && {
                label: t('editOne', { name: template.templateName }),
                onClick: () => setSubject({ kind: 'edit', template }),
              }
            }
            remove={
              canChange && {
                label: t('deleteOne', { name: template.templateName }),
                onClick: () => confirmRemoval(template),
              }
            }
          />
        )}
      />
      <TemplateForm subject={subject} onClose={() => setSubject(null)} />
    </>
  );
}
