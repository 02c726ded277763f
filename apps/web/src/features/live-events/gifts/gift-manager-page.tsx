import { LiveScreen } from '../../../parts/matches/live-screen.tsx';
import { GiftSection } from './gift-section.tsx';
import { VoucherSection } from './voucher-section.tsx';

/** The gifts that viewers of a match can buy, and the vouchers with which they pay. The address contains the match. */
export function GiftManagerPage() {
  return (
    <LiveScreen tab="giftManger">
      {(matchId) => (
        <div key={matchId}>
          <GiftSection matchId={matchId} />
          <VoucherSection matchId={matchId} />
        </div>
      )}
    </LiveScreen>
  );
}
