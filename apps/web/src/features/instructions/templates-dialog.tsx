import type { InstructionTemplate } from '@wakeline/contract/instructions';
import { instructionOf } from '@wakeline/domain/instructions/catalogue';
import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { CallText } from '../../parts/instructions/call-text.tsx';
import { useValueTexts } from '../../parts/instructions/use-value-texts.ts';
import { summarizeValues } from '../../parts/instructions/value-text.ts';
import { RecordActions } from '../../parts/records/record-actions.tsx';
import { RecordTable } from '../../parts/records/record-table.tsx';
import { useConfirm } from '../../parts/records/use-confirm.ts';
import { useListFailure } from '../../parts/records/use-list-failure.ts';
import { TemplateNameDialog, type TemplateSubject } from './template-name-dialog.tsx';
import { useChangeTemplate, useTemplates } from './use-templates.ts';

interface TemplatesDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The templates of the account, to rename and delete them. */
export function TemplatesDialog({ open, onClose }: TemplatesDialogProps) {
  const { t } = useTranslation('instructions');
  const language = useLanguage();
  const texts = useValueTexts();
  const confirm = useConfirm();
  const query = useTemplates();
  const failure = useListFailure(query);
  const change = useChangeTemplate();
  const [subject, setSubject] = useState<TemplateSubject | null>(null);

  function remove({ templateId, templateName: name }: InstructionTemplate): void {
    confirm(
      {
        title: t('template.removeTitle', { name }),
        content: null,
        okText: t('template.remove'),
        successText: t('template.removed', { name }),
      },
      () => change.mutateAsync({ kind: 'remove', templateId }),
    );
  }

  return (
    <Modal open={open} onCancel={onClose} title={t('template.title')} footer={null} width={720}>
      <RecordTable<InstructionTemplate>
        label={t('template.title')}
        name="instruction-templates"
        rows={query.data?.list}
        rowKey={({ templateId }) => templateId}
        columns={[
          {
            key: 'name',
            title: t('template.name'),
            width: 220,
            render: ({ templateName }) => <span title={templateName}>{templateName}</span>,
          },
          {
            key: 'instruction',
            title: t('column.instruction'),
            render: ({ instruction, parameters }) => (
              <CallText
                title={instructionOf(instruction).title[language]}
                values={summarizeValues(instruction, parameters, texts)}
              />
            ),
          },
        ]}
        {...failure}
        empty={t('template.none')}
        actionsWidth={96}
        actions={(template) => (
          <RecordActions
            edit={
              template.abilities.edit && {
                label: t('template.renameOne', { name: template.templateName }),
                onClick: () => setSubject({ kind: 'rename', template }),
              }
            }
            remove={
              template.abilities.remove && {
                label: t('template.removeOne', { name: template.templateName }),
                onClick: () => remove(template),
              }
            }
          />
        )}
      />
      <TemplateNameDialog subject={subject} onClose={() => setSubject(null)} />
    </Modal>
  );
}
