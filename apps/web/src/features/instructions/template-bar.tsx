import type { InstructionParameters, InstructionTemplate } from '@wakeline/contract/instructions';
import type { InstructionName } from '@wakeline/domain/instructions/catalogue';
import { findValueProblems } from '@wakeline/domain/instructions/check-values';
import { App, Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSendsInstructions } from '../../parts/instructions/send-dialog-store.ts';
import styles from './instructions.module.css';
import { TemplateNameDialog, type TemplateSubject } from './template-name-dialog.tsx';
import { TemplatesDialog } from './templates-dialog.tsx';
import { useTemplates } from './use-templates.ts';

interface TemplateBarProps {
  readonly selected: InstructionTemplate | null;
  /** Instructions that can be sent to the devices. */
  readonly supported: readonly InstructionName[];
  /** The chosen instruction; null: none. */
  readonly instruction: InstructionName | null;
  /** The values of the form. */
  readonly readValues: () => InstructionParameters | null;
  readonly onSelect: (template: InstructionTemplate | null) => void;
}

/** Chooses a template, saves the form as one, and opens their list. */
export function TemplateBar({ selected, supported, instruction, readValues, onSelect }: TemplateBarProps) {
  const { t } = useTranslation('instructions');
  const { message } = App.useApp();
  const { data } = useTemplates();
  const canSend = useSendsInstructions();
  const [subject, setSubject] = useState<TemplateSubject | null>(null);
  const [managing, setManaging] = useState(false);
  const templates = data?.list ?? [];

  function save(): void {
    const parameters = readValues();
    if (instruction === null || parameters === null) return;
    if (findValueProblems(instruction, parameters).length > 0) message.warning(t('template.invalid'));
    else setSubject({ kind: 'add', instruction, parameters });
  }

  if (templates.length === 0 && instruction === null) return null;
  return (
    <div className={styles.templates}>
      {templates.length > 0 && (
        <Select<number>
          allowClear
          aria-label={t('template.choose')}
          placeholder={t('template.choose')}
          showSearch={{ optionFilterProp: 'label' }}
          value={selected?.templateId ?? null}
          options={templates.map(({ templateId, templateName, instruction: name }) => ({
            value: templateId,
            label: templateName,
            disabled: !supported.includes(name),
          }))}
          onChange={(id) => onSelect(templates.find(({ templateId }) => templateId === id) ?? null)}
        />
      )}
      {canSend && (
        <Button disabled={instruction === null} onClick={save}>
          {t('template.save')}
        </Button>
      )}
      {templates.length > 0 && <Button onClick={() => setManaging(true)}>{t('template.manage')}</Button>}
      <TemplateNameDialog subject={subject} onClose={() => setSubject(null)} />
      <TemplatesDialog open={managing} onClose={() => setManaging(false)} />
    </div>
  );
}
