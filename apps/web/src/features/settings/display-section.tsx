import { useQueryClient } from '@tanstack/react-query';
import { LANGUAGES, type Language, SENSORS } from '@wakeline/contract/entities/user-config';
import { App, Radio, Select, Space, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatCoordinates } from '../../format/coordinates.ts';
import { formatAltitude, formatClimbRate, formatSpeed } from '../../format/quantities.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { Setting } from '../../parts/settings/setting.tsx';
import { USER_QUERIES } from '../../service/session.ts';
import { useSwitchLanguage } from '../../service/use-switch-language.ts';
import styles from './display-section.module.css';
import { UnitSetting } from './unit-setting.tsx';
import { type ConfigChanges, configChange, useOwnChange, useOwnSession } from './use-own-change.ts';

/** Each language by its own name, for users who cannot read the current one. */
const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { zh_CN: '中文', en_US: 'English' };

/** Available minimum intervals between live updates in milliseconds; 0: send each at once. */
const REFRESH_CHOICES = [0, 1_000, 5_000, 10_000, 30_000, 60_000] as const;

/** Example values: the lighthouse on Huaniao Shan, and the speed of a ship. */
const EXAMPLE_COORDINATES = { latitude: 30.861944, longitude: 122.670833 } as const;
const EXAMPLE_SPEED_KMH = 22.224;
/** Metres, and metres per second: 1,000 ft, and the usual descent of an approach, 500 ft/min. */
const EXAMPLE_ALTITUDE = 304.8;
const EXAMPLE_CLIMB_RATE = -2.54;

/** Queries that return sentences of notices. */
const NOTICE_QUERIES = ['notices', 'trackNotices'] as const;

/** Units, formats, list and map settings. Each change applies at once, on every screen. */
export function DisplaySection() {
  const { t } = useTranslation('settings');
  const session = useOwnSession();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const { change } = useOwnChange();
  const { message } = App.useApp();
  const setLanguage = useSwitchLanguage((text) => message.error(text));
  const save = (changes: ConfigChanges) => change(configChange(changes));
  const { speedUnits, altitudeUnits, climbUnits, locationFormat, deviceListParam } = session;
  const { mapRefreshTime, hideOfflineDevice } = session;
  const choices = [...new Set<number>([...REFRESH_CHOICES, mapRefreshTime])].sort((a, b) => a - b);

  async function changeLanguage(lang: Language): Promise<void> {
    if (await setLanguage(lang)) await saveAndReloadNotices({ lang });
  }

  /** The server writes the sentences of notices, in the user's language and units. */
  async function saveAndReloadNotices(changes: ConfigChanges): Promise<void> {
    if (!(await save(changes))) return;
    await Promise.all(
      NOTICE_QUERIES.map((name) => queryClient.invalidateQueries({ queryKey: [USER_QUERIES, name] })),
    );
  }

  return (
    <>
      <UnitSetting
        name={t('speedUnits')}
        value={speedUnits}
        label={(units) => t(`speedUnit.${units}`)}
        example={(units) => formatSpeed(EXAMPLE_SPEED_KMH, units)}
        onChange={(units) => void saveAndReloadNotices({ speedUnits: units })}
      />
      <UnitSetting
        name={t('altitudeUnits')}
        value={altitudeUnits}
        label={(units) => t(`altitudeUnit.${units}`)}
        example={(units) => formatAltitude(EXAMPLE_ALTITUDE, units)}
        onChange={(units) => void saveAndReloadNotices({ altitudeUnits: units })}
      />
      <UnitSetting
        name={t('climbUnits')}
        value={climbUnits}
        label={(units) => t(`climbUnit.${units}`)}
        example={(units) => formatClimbRate(EXAMPLE_CLIMB_RATE, units)}
        onChange={(units) => void saveAndReloadNotices({ climbUnits: units })}
      />
      <Setting name={t('locationFormat')}>
        {(labelProps) => (
          <Radio.Group
            {...labelProps}
            value={locationFormat}
            onChange={({ target }) => void save({ locationFormat: target.value })}
          >
            <Space orientation="vertical" size={6}>
              {([1, 2, 3] as const).map((value) => (
                <Radio key={value} value={value}>
                  {t(`format.${value}`)}{' '}
                  <small className={styles.example}>
                    {formatCoordinates(EXAMPLE_COORDINATES.latitude, EXAMPLE_COORDINATES.longitude, value)}
                  </small>
                </Radio>
              ))}
            </Space>
          </Radio.Group>
        )}
      </Setting>
      <Setting name={t('deviceListParam')} hint={t('deviceListParamHint')}>
        {(labelProps) => (
          <Select
            {...labelProps}
            className={styles.select ?? ''}
            value={deviceListParam}
            onChange={(value) => void save({ deviceListParam: value })}
            options={SENSORS.map((value) => ({ value, label: t(`sensor.${value}`) }))}
          />
        )}
      </Setting>
      <Setting name={t('mapRefreshTime')} hint={t('mapRefreshTimeHint')}>
        {(labelProps) => (
          <Select
            {...labelProps}
            className={styles.select ?? ''}
            value={mapRefreshTime}
            onChange={(value) => void save({ mapRefreshTime: value })}
            options={choices.map((value) => ({
              value,
              label: value === 0 ? t('refreshLive') : t('refreshEvery', { seconds: value / 1000 }),
            }))}
          />
        )}
      </Setting>
      <Setting inline name={t('hideOfflineDevice')} hint={t('hideOfflineDeviceHint')}>
        {(labelProps) => (
          <Switch
            {...labelProps}
            checked={hideOfflineDevice}
            onChange={(checked) => void save({ hideOfflineDevice: checked })}
          />
        )}
      </Setting>
      <Setting name={t('language')}>
        {(labelProps) => (
          <Radio.Group
            {...labelProps}
            value={language}
            onChange={({ target }) => void changeLanguage(target.value)}
            options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          />
        )}
      </Setting>
    </>
  );
}
