import { IconTemplate } from '@tabler/icons-react';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../service/session.ts';
import { ROLE_OF_PAGE } from '../page-function.ts';
import { useTemplates } from '../settings/use-settings.ts';
import { useSatellitePage } from '../use-satellite-page.ts';

interface TemplatePickerProps {
  readonly onPick: (content: string) => void;
}

/** Inserts one of the texts that the account has saved for the function of the page, or for all. */
export function TemplatePicker({ onPick }: TemplatePickerProps) {
  const { t } = useTranslation('satelliteMessages');
  const { data } = useTemplates();
  const { roles } = useSession();
  const { page } = useSatellitePage();
  const list = (data?.list ?? []).filter(
    ({ role }) =>
      role === null ||
      (page === null ? roles.some(({ name }) => name === role) : role === ROLE_OF_PAGE[page]),
  );
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
