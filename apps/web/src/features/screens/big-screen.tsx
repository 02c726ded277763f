import type { ScreenBox } from '@wakeline/contract/screens/screen-box';
import type { ScreenSettings } from '@wakeline/contract/screens/screens';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useBranding } from '../../service/branding.ts';
import { Logo } from '../../ui/logo.tsx';
import { RenderScaleContext } from '../../ui/render-scale.ts';
import { useNow } from '../../ui/use-now.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import styles from './big-screen.module.css';
import { isNight } from './night.ts';
import { type Arranging, ScreenGrid } from './screen-grid.tsx';
import { useScreenSource } from './screen-source.ts';
import { BigScreenContext } from './screen-text.ts';
import { STATES_MAX_AGE_MS } from './timing.ts';
import { toggleFullScreen } from './toggle-full-screen.ts';
import { DESIGN, useFitScale } from './use-fit-scale.ts';
import { useIdle } from './use-idle.ts';
import { useWakeLock } from './use-wake-lock.ts';

interface BigScreenProps {
  readonly title: string;
  readonly boxes: readonly ScreenBox[];
  readonly settings: ScreenSettings;
  /** Name of the group that a tour shows; null: all devices. */
  readonly tourGroup: string | null;
  readonly arranging: Arranging | null;
  /** Buttons that appear with the pointer. */
  readonly toolbar: ReactNode;
}

/** A screen on a wall: a design of 1,920 x 1,080 px, scaled to the window, with title and clock. */
export function BigScreen({ title, boxes, settings, tourGroup, arranging, toolbar }: BigScreenProps) {
  const { t } = useTranslation('screens');
  const { sysName, logoUrl } = useBranding();
  const page = useRef<HTMLDivElement>(null);
  const { scale, left, top } = useFitScale();
  const isIdle = useIdle();
  useWakeLock();
  useShortcuts(['f', 'F'], () => toggleFullScreen(page.current));
  return (
    <main
      ref={page}
      className={styles.page}
      data-idle={isIdle && arranging === null}
      aria-label={title}
      data-scale={scale}
    >
      <RenderScaleContext value={scale}>
        <BigScreenContext value={true}>
          <div
            className={styles.frame}
            style={{
              width: DESIGN.width,
              height: DESIGN.height,
              transform: `translate(${left}px, ${top}px) scale(${scale})`,
            }}
          >
            <header className={styles.head}>
              <div className={styles.brand}>
                {logoUrl ? <img src={logoUrl} alt="" /> : <Logo />}
                <span>{sysName}</span>
              </div>
              <h1 title={title}>
                {title}
                {settings.tour && <small>{tourGroup ?? t('allDevices')}</small>}
              </h1>
              <HeadClock />
            </header>
            <div className={styles.body}>
              <ScreenGrid boxes={boxes} arranging={arranging} />
            </div>
          </div>
        </BigScreenContext>
      </RenderScaleContext>
      <Night settings={settings} />
      <div
        className={styles.toolbar}
        role="toolbar"
        aria-label={t('toolbar')}
        data-pinned={arranging !== null}
      >
        {toolbar}
      </div>
    </main>
  );
}

/** Time and day by the server's clock in the account's zone, and whether the screen is cut off. */
function HeadClock() {
  const { t } = useTranslation('screens');
  const { timeZone, formatDateTime } = useFormat();
  const { i18n } = useTranslation();
  const { now, statesAt } = useScreenSource();
  useNow(1_000);
  const time = now();
  const [day = '', timeOfDay = ''] = formatDateTime(time).split(' ');
  const locale = i18n.language === 'zh_CN' ? 'zh-CN' : 'en-GB';
  const weekday = new Intl.DateTimeFormat(locale, { timeZone, weekday: 'short' }).format(time);
  const isCutOff = statesAt !== null && time - statesAt > STATES_MAX_AGE_MS;
  return (
    <div className={styles.clock}>
      {isCutOff && <strong role="status">{t('reconnecting')}</strong>}
      <span>
        {day} {weekday}
      </span>
      <b>{timeOfDay}</b>
    </div>
  );
}

/** Dims the screen during the hours of night. */
function Night({ settings }: { readonly settings: ScreenSettings }) {
  const { timeZone } = useFormat();
  const { now } = useScreenSource();
  useNow(10_000);
  return isNight(settings, now(), timeZone) ? <div className={styles.night} data-testid="night" /> : null;
}
