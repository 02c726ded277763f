import { LiveScreen } from '../../../parts/matches/live-screen.tsx';
import styles from '../live-events.module.css';
import { AnnouncementCard } from './announcement-card.tsx';
import { CommentSection } from './comment-section.tsx';
import { HelpersCard } from './helpers-card.tsx';
import { StatisticsCharts } from './statistics-charts.tsx';
import { StatusCard } from './status-card.tsx';

/** The host's page of a live event: state, viewers, comments, announcements and helpers. The address contains the match. */
export function LiveHolderPage() {
  return (
    <LiveScreen tab="liveHolder">
      {(matchId) => (
        <div key={matchId}>
          <div className={styles.grid}>
            <div className={styles.column}>
              <CommentSection matchId={matchId} />
            </div>
            <div className={`${styles.column} ${styles.side}`}>
              <StatusCard matchId={matchId} />
              <AnnouncementCard matchId={matchId} />
              <HelpersCard matchId={matchId} />
            </div>
          </div>
          <StatisticsCharts matchId={matchId} />
        </div>
      )}
    </LiveScreen>
  );
}
