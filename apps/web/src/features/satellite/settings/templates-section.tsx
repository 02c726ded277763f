import { IconPlus } from '@tabler/icons-react';
import type { SatelliteTemplate } from '@wakeline/contract/satellite/templates';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../../parts/records/record-actions.tsx';
import { RecordTable } from '../../../parts/records/record-table.tsx';
import { useConfirm } from '../../../parts/records/use-confirm.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
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
  const [subject, setSubject] = useState<TemplateSubject | null>(null);
  const canChange = query.data?.abilities.change === true;

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
