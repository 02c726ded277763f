import { IconList } from '@tabler/icons-react';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useTotal } from './use-total.ts';

interface ListOpenerProps {
  readonly className: string;
  readonly onOpen: () => void;
}

/** Opens the collapsed list and shows the number of devices. */
export function ListOpener({ className, onOpen }: ListOpenerProps) {
  const { t } = useTranslation('live');
  const { formatCount } = useFormat();
  const total = useTotal();
  return (
    <Button
      className={className}
      aria-label={t('list.open')}
      title={t('list.open')}
      icon={<IconList size={18} />}
      onClick={onOpen}
    >
      {formatCount(total)}
    </Button>
  );
}
