import { IconChevronDown, IconVideo } from '@tabler/icons-react';
import type { EventVideo as Video } from '@wakeline/contract/video/event-video';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icon-button.tsx';
import { usePhone } from '../../ui/media.ts';
import { useDragMoves } from '../../ui/use-drag-moves.ts';
import { EventVideo } from './event-video.tsx';
import styles from './floating-video.module.css';

/** Of the player, pixels: its size and its distance from the edges of the window. */
const WIDTH = 336;
const HEIGHT = 221;
const MARGIN = 12;
/** Initial distance from the bottom: the zoom buttons of a map stay visible. */
const ABOVE_ZOOM = 92;

interface Place {
  readonly right: number;
  readonly bottom: number;
}

interface FloatingVideoProps {
  /** Null: none, or not loaded yet. */
  readonly video: Video | null;
  /** The stream plays or has stopped; omitted: its state arrives without a request. */
  readonly onChange?: () => void;
}

/** A small player that viewers can move and collapse, for example beside a map. It is absent while the event has nothing to play. */
export function FloatingVideo({ video, onChange = doNothing }: FloatingVideoProps) {
  const { t } = useTranslation('eventVideo');
  // On a phone it would cover what it is beside.
  const phone = usePhone();
  const [isCollapsed, setCollapsed] = useState(phone);
  const [place, setPlace] = useState<Place>({ right: MARGIN, bottom: ABOVE_ZOOM });
  const drag = useDragMoves((dx, dy) => setPlace((last) => clamp(last.right - dx, last.bottom - dy)));
  if (video === null || !hasPicture(video)) return null;
  if (isCollapsed)
    return (
      <Button
        className={styles.collapsed ?? ''}
        style={place}
        icon={<IconVideo size={16} />}
        onClick={() => setCollapsed(false)}
      >
        {t('video')}
      </Button>
    );
  return (
    <section className={styles.floating} style={{ ...place, width: WIDTH }} aria-label={t('video')}>
      <header>
        <button type="button" className={styles.handle} aria-label={t('move')} title={t('move')} {...drag}>
          {t('video')}
        </button>
        <IconButton
          label={t('collapse')}
          size="small"
          icon={<IconChevronDown size={16} />}
          onClick={() => setCollapsed(true)}
        />
      </header>
      <EventVideo video={video} isSmall onChange={onChange} />
    </section>
  );
}

function hasPicture({ state, recordings }: Video): boolean {
  return state !== 'waiting' && (state !== 'ended' || recordings.length > 0);
}

function doNothing(): void {
  // The next snapshot has the state.
}

/** Keeps the player within the window. */
function clamp(right: number, bottom: number): Place {
  const between = (value: number, max: number) => Math.max(MARGIN, Math.min(value, max));
  return {
    right: between(right, window.innerWidth - WIDTH - MARGIN),
    bottom: between(bottom, window.innerHeight - HEIGHT - MARGIN),
  };
}
