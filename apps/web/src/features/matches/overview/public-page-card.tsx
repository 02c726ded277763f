import { IconCopy, IconRefresh } from '@tabler/icons-react';
import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMatchChange } from '../../../parts/matches/use-matches.ts';
import { useConfirm } from '../../../parts/records/use-confirm.ts';
import { useSession } from '../../../service/session.ts';
import { useCopy } from '../../../ui/copy.ts';
import styles from '../matches.module.css';
import { eventUrl, LinkCode } from '../public-link.tsx';

/** The address of the public page, as a link and as a QR code. It can be replaced. */
export function PublicPageCard({ match }: { readonly match: MatchDetails }) {
  const { t } = useTranslation('matches');
  const navigate = useNavigate();
  const copy = useCopy();
  const confirm = useConfirm();
  const { roles } = useSession();
  const renew = useMatchChange('renewMatchCode');
  const { matchId, code, abilities } = match;
  const url = eventUrl(code);
  const seesLive = roles.some(({ name }) => name === 'eob_plugin_match_live');
  const confirmRenewal = () =>
    confirm(
      {
        title: t('renewTitle'),
        content: t('renewText'),
        okText: t('renew'),
        successText: t('renewed'),
      },
      () => renew.mutateAsync({ matchId }),
    );
  return (
    <section className={styles.card} aria-label={t('publicPage')}>
      <h2>{t('publicPage')}</h2>
      <p className={styles.hint}>{t(`publicState.${match.state}`)}</p>
      <a className={styles.url} href={url} target="_blank" rel="noreferrer">
        {url}
      </a>
      <LinkCode code={code} />
      <span className={styles.buttons}>
        <Button icon={<IconCopy size={16} />} onClick={() => copy(url)}>
          {t('copy')}
        </Button>
        {seesLive && (
          <Button onClick={() => navigate(`/liveManger/liveSetting?match=${matchId}`)}>
            {t('editPublicPage')}
          </Button>
        )}
        {abilities.edit && (
          <Button icon={<IconRefresh size={16} />} onClick={confirmRenewal}>
            {t('renew')}
          </Button>
        )}
      </span>
    </section>
  );
}
