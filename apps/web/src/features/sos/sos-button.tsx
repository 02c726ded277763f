import { IconSos } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { BoxButton } from '../../ui/box-button.tsx';
import { useOpenSos } from './open-sos.ts';
import { SosList } from './sos-list.tsx';

interface SosButtonProps {
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** In the header for as long as somebody calls for help: how many, and who. */
export function SosButton({ open, onOpen }: SosButtonProps) {
  const { t } = useTranslation('sos');
  const ids = useOpenSos();
  if (ids.length === 0 && !open) return null;
  return (
    <BoxButton
      label={t('open', { count: ids.length })}
      icon={<IconSos size={20} stroke={1.75} />}
      count={ids.length}
      badgeOut={8}
      open={open}
      onOpen={onOpen}
    >
      <SosList ids={ids} onLeave={() => onOpen(false)} />
    </BoxButton>
  );
}
