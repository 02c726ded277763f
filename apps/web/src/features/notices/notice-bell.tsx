import { IconBell } from '@tabler/icons-react';
import { Badge, Popover } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icon-button.tsx';
import { NoticeBox } from './notice-box.tsx';
import { useNoticeToasts } from './use-notice-toasts.tsx';
import { useUnread } from './use-notices.ts';

/** The bell of the header with the number of unread notices; a click opens the box. */
export function NoticeBell() {
  const { t } = useTranslation('notices');
  const [open, setOpen] = useState(false);
  const unread = useUnread();
  useNoticeToasts();
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      styles={{ container: { padding: 0 } }}
      content={<NoticeBox open={open} onClose={() => setOpen(false)} />}
    >
      <span>
        <IconButton
          label={t('open', { count: unread })}
          aria-expanded={open}
          icon={
            <Badge count={unread} size="small" overflowCount={99} offset={[-1, 2]}>
              <IconBell size={20} stroke={1.75} />
            </Badge>
          }
        />
      </span>
    </Popover>
  );
}
