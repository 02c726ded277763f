import { IconClock, IconInfoCircle, IconPhoto } from '@tabler/icons-react';
import type { EventPage } from '@wakeline/contract/matches/event-page';
import { Button, Descriptions } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import styles from './event.module.css';

/** Introduction, times and links of the organiser. */
export function About({ page }: { readonly page: EventPage }) {
  const { t } = useTranslation('event');
  const { formatDateTime } = useFormat();
  const { introduction, introLink, timingLink, albumLink } = page.page;
  const links = [
    { href: introLink, icon: <IconInfoCircle size={16} />, text: t('links.intro') },
    { href: timingLink, icon: <IconClock size={16} />, text: t('links.timing') },
    { href: albumLink, icon: <IconPhoto size={16} />, text: t('links.album') },
  ].filter(({ href }) => href !== '');
  return (
    <div className={styles.about}>
      {introduction !== '' && <p className={styles.introduction}>{introduction}</p>}
      <Descriptions
        column={1}
        size="small"
        items={[
          { key: 'start', label: t('start'), children: formatDateTime(page.startTime) },
          { key: 'end', label: t('end'), children: formatDateTime(page.endTime) },
          ...(page.place === '' ? [] : [{ key: 'place', label: t('where'), children: page.place }]),
          { key: 'participants', label: t('participants'), children: page.participants.length },
        ]}
      />
      <div className={styles.links}>
        {links.map(({ href, icon, text }) => (
          <Button key={text} href={href} target="_blank" rel="noreferrer noopener" icon={icon}>
            {text}
          </Button>
        ))}
      </div>
    </div>
  );
}
