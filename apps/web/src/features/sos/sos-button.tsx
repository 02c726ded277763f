import { IconSos } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PopoverButton } from '../../ui/popover-button.tsx';
import { useOpenSos } from './open-sos.ts';
import { SosList } from './sos-list.tsx';

interface SosButtonProps {
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** Displayed in the header while any SOS is open, with their number and list. */
export function SosButton({ open, onOpen }: SosButtonProps) {
  const { t } = useTranslation('sos');
  const ids = useOpenSos();
  if (ids.length === 0 && !open) return null;
  return (
    <PopoverButton
      label={t('open', { count: ids.length })}
      icon={<IconSos size={20} stroke={1.75} />}
      count={ids.length}
      badgeOffset={8}
      open={open}
      onOpenChange={onOpen}
    >
      <SosList ids={ids} onLeave={() => onOpen(false)} />
    </PopoverButton>
  );
}
