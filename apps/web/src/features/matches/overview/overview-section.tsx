import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import styles from '../matches.module.css';
import { ChecklistCard } from './checklist-card.tsx';
import { DetailsForm } from './details-form.tsx';
import { PublicPageCard } from './public-page-card.tsx';

/** Details of a match, what is missing before the start, and its public page. */
export function OverviewSection({ match }: { readonly match: MatchDetails }) {
  return (
    <div className={styles.overview}>
      <DetailsForm match={match} />
      <div className={styles.side}>
        <ChecklistCard match={match} />
        <PublicPageCard match={match} />
      </div>
    </div>
  );
}
