import { IconBell } from '@tabler/icons-react';
import { Badge, Popover } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icon-button.tsx';
import { NoticeBox } from './notice-box.tsx';
import { useNoticeToasts } from './use-notice-toasts.tsx';
import { useUnread } from './use-notices.ts';

/** Pixels to the right: a badge of more digits is wider, and must leave the bell to be seen. */
function badgeShift(unread: number): number {
  return unread > 99 ? 9 : unread > 9 ? 5 : -1;
}

interface NoticeBellProps {
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** The bell of the header with the number of unread notices; a click opens the box. */
export function NoticeBell({ open, onOpen }: NoticeBellProps) {
  const { t } = useTranslation('notices');
  const { msgCount: unread } = useUnread();
  useNoticeToasts();
  return (
    <Popover
      open={open}
      onOpenChange={onOpen}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      styles={{ container: { padding: 0 } }}
      content={<NoticeBox open={open} onClose={() => onOpen(false)} />}
    >
      <span>
        <IconButton
          label={t('open', { count: unread })}
          tip={!open}
          aria-expanded={open}
          icon={
            <Badge count={unread} size="small" overflowCount={99} offset={[badgeShift(unread), 2]}>
              <IconBell size={20} stroke={1.75} />
            </Badge>
          }
        />
      </span>
    </Popover>
  );
}
