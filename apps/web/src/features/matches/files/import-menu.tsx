import { IconUpload } from '@tabler/icons-react';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';

export const IMPORTED_FILES = ['sheet', 'iof'] as const;
/** What a file of participants is: a spreadsheet, or a list of IOF XML. */
export type ImportedFile = (typeof IMPORTED_FILES)[number];

interface ImportMenuProps {
  readonly onChoose: (file: ImportedFile) => void;
}

/** Opens the dialogs that import participants. */
export function ImportMenu({ onChoose }: ImportMenuProps) {
  const { t } = useTranslation('matches');
  const items = IMPORTED_FILES.map((file) => ({
    key: file,
    label: t(`files.import.${file}`),
    onClick: () => onChoose(file),
  }));
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button icon={<IconUpload size={16} />}>{t('files.import.button')}</Button>
    </Dropdown>
  );
}
