import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSearchParams } from '../../ui/search-params.ts';
import styles from './login-page.module.css';
import { type Panel, withPanel } from './panel.ts';

const PANELS: readonly Panel[] = ['account', 'code', 'register'];

/** Links to the other panels. */
export function PanelLinks({ panel }: { readonly panel: Panel }) {
  const { t } = useTranslation('signIn');
  const [search] = useSearchParams();
  return (
    <nav className={styles.links} aria-label={t('ways')}>
      {PANELS.filter((other) => other !== panel).map((other) => (
        <Link key={other} to={{ search: withPanel(search, other) }} className={styles.link ?? ''}>
          {t(`to.${other}`)}
        </Link>
      ))}
    </nav>
  );
}
