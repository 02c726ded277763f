import { IconTemplate } from '@tabler/icons-react';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useTemplates } from '../settings/use-settings.ts';

interface TemplatePickerProps {
  readonly onPick: (content: string) => void;
}

/** Inserts one of the texts that the account has saved. */
export function TemplatePicker({ onPick }: TemplatePickerProps) {
  const { t } = useTranslation('satelliteMessages');
  const { data } = useTemplates();
  const list = data?.list ?? [];
  const items =
    list.length === 0
      ? [{ key: 'none', label: t('send.noTemplates'), disabled: true }]
      : list.map(({ templateId, templateName, content }) => ({
          key: String(templateId),
          label: templateName,
          title: content,
          onClick: () => onPick(content),
        }));
  return (
    <Dropdown trigger={['click']} menu={{ items }} disabled={data === undefined}>
      <Button icon={<IconTemplate size={16} />}>{t('send.templates')}</Button>
    </Dropdown>
  );
}
