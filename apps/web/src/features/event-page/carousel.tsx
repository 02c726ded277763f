import type { EventPage } from '@wakeline/contract/matches/event-page';
import { Carousel as Slides } from 'antd';
import { useTranslation } from 'react-i18next';
import { useReducedMotion } from '../../ui/media.ts';
import styles from './event.module.css';

interface CarouselProps {
  readonly pictures: EventPage['page']['carousel'];
}

/** The pictures of the organiser with their links. */
export function Carousel({ pictures }: CarouselProps) {
  const { t } = useTranslation('event');
  const reducedMotion = useReducedMotion();
  if (pictures.length === 0) return null;
  return (
    <section aria-label={t('pictures')} className={styles.carousel}>
      <Slides autoplay={!reducedMotion && pictures.length > 1} autoplaySpeed={6_000} draggable>
        {pictures.map(({ picture, link }) => {
          const image = <img src={picture} alt="" width={1_080} height={540} />;
          return (
            <div key={picture}>
              {link === '' ? (
                image
              ) : (
                <a href={link} target="_blank" rel="noreferrer noopener" aria-label={t('openLink')}>
                  {image}
                </a>
              )}
            </div>
          );
        })}
      </Slides>
    </section>
  );
}
