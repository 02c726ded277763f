import { IconBell } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useUnread } from '../../parts/notices/use-notices.ts';
import { PopoverButton } from '../../ui/popover-button.tsx';
import { NoticeBox } from './notice-box.tsx';
import { useNoticeToasts } from './use-notice-toasts.tsx';
import { usePushClicks } from './use-push-clicks.ts';

interface NoticeBellProps {
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** The bell in the header with the number of unread notices; a click opens the box. */
export function NoticeBell({ open, onOpen }: NoticeBellProps) {
  const { t } = useTranslation('notices');
  const { msgCount } = useUnread();
  useNoticeToasts();
  usePushClicks();
  return (
    <PopoverButton
      label={t('open', { count: msgCount })}
      icon={<IconBell size={20} stroke={1.75} />}
      count={msgCount}
      open={open}
      onOpenChange={onOpen}
    >
      <NoticeBox open={open} onClose={() => onOpen(false)} />
    </PopoverButton>
  );
}
