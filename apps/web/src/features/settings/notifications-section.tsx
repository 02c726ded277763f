import { IconPlayerPlay } from '@tabler/icons-react';
import type { NoticeConf } from '@wakeline/contract/entities/user-config';
import { NOTICE_TYPES, type NoticeType } from '@wakeline/domain/notices/notice-type';
import { Alert, App, Button, Checkbox, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getDesktopPermission, requestDesktopPermission } from '../../parts/notices/desktop-permission.ts';
import { playTone, type Tone } from '../../parts/notices/tone.ts';
import { Setting, SettingsSection } from '../../parts/settings/setting.tsx';
import { InstallSetting } from './install-setting.tsx';
import styles from './notifications-section.module.css';
import { PushSetting } from './push-setting.tsx';
import { RuleAlerts } from './rule-alerts.tsx';
import { useOwnChange, useOwnSession } from './use-own-change.ts';

/** Notices of status changes, which are frequent and switched together. */
const STATUS_TYPES = ['RUNNING', 'STOP', 'OFFLINE'] as const satisfies readonly NoticeType[];
/** The other types that can be disabled; an SOS always opens a pop-up. */
const OTHER_TYPES = NOTICE_TYPES.filter(
  (type) => type !== 'SOS' && !STATUS_TYPES.some((status) => status === type),
);

/** Which notices open a pop-up, and their sound and desktop notifications. */
export function NotificationsSection() {
  const { t } = useTranslation('settings');
  const { t: tNotices } = useTranslation('notices');
  const { message } = App.useApp();
  const { noticeConf } = useOwnSession();
  const [permission, setPermission] = useState(getDesktopPermission);
  const { change } = useOwnChange();
  const save = (changes: Partial<NoticeConf>) =>
    void change({
      send: (client) => client.call('editNoticeConf', changes),
      apply: (session) => ({ ...session, noticeConf: { ...session.noticeConf, ...changes } }),
    });
  const switchStatus = (isOpen: boolean) =>
    void change({
      send: (client) => client.call('switchStatusNotice', { isOpen: isOpen ? 1 : 0 }),
      apply({ noticeConf, ...session }) {
        const popup = withTypes(noticeConf.popup, STATUS_TYPES, isOpen);
        return { ...session, noticeConf: { ...noticeConf, popup } };
      },
    });
  const isPopup = (type: NoticeType) => noticeConf.popup.includes(type);
  const enabledStatuses = STATUS_TYPES.filter(isPopup).length;

  async function requestPermission(): Promise<boolean> {
    const result = await requestDesktopPermission();
    setPermission(result);
    if (result === 'unsupported') message.warning(t('desktopUnsupported'));
    else if (result !== 'granted') message.warning(t('desktopDenied'));
    return result === 'granted';
  }

  async function setDesktop(enabled: boolean): Promise<void> {
    if (!enabled || (await requestPermission())) save({ desktop: enabled });
  }

  async function play(tone: Tone): Promise<void> {
    if (!(await playTone(tone))) message.warning(t('soundForbidden'));
  }

  const renderCheckbox = (type: NoticeType) => (
    <Checkbox
      key={type}
      checked={isPopup(type)}
      onChange={({ target }) => save({ popup: withTypes(noticeConf.popup, [type], target.checked) })}
    >
      {tNotices(`type.${type}`)}
    </Checkbox>
  );

  return (
    <>
      <SettingsSection title={t('popup')} description={t('popupHint')}>
        <div className={styles.types}>
          <span>
            {tNotices('type.SOS')} <span className={styles.always}>{t('popupAlways')}</span>
          </span>
          {OTHER_TYPES.map(renderCheckbox)}
        </div>
        <Setting inline continued name={t('statusNotices')} hint={t('statusNoticesHint')}>
          {(labelProps) => (
            <Switch
              {...labelProps}
              checked={enabledStatuses === STATUS_TYPES.length}
              onChange={(on) => switchStatus(on)}
            />
          )}
        </Setting>
        <div className={styles.types}>{STATUS_TYPES.map(renderCheckbox)}</div>
      </SettingsSection>
      <Setting inline name={t('sound')} hint={t('soundHint')}>
        {(labelProps) => (
          <span className={styles.controls}>
            <Button size="small" icon={<IconPlayerPlay size={14} />} onClick={() => void play('normal')}>
              {t('soundTry')}
            </Button>
            <Switch {...labelProps} checked={noticeConf.sound} onChange={(sound) => save({ sound })} />
          </span>
        )}
      </Setting>
      <Setting inline name={t('desktop')} hint={t('desktopHint')}>
        {(labelProps) => (
          <Switch {...labelProps} checked={noticeConf.desktop} onChange={(on) => void setDesktop(on)} />
        )}
      </Setting>
      {noticeConf.desktop && permission !== 'granted' && (
        <Alert
          type="warning"
          showIcon
          title={t(permission === 'unsupported' ? 'desktopUnsupported' : 'desktopNotHere')}
          action={
            permission !== 'unsupported' && (
              <Button size="small" onClick={() => void requestPermission()}>
                {t('desktopAllow')}
              </Button>
            )
          }
        />
      )}
      <RuleAlerts
        rules={noticeConf.rules}
        onChange={(rules) => save({ rules })}
        requestDesktop={requestPermission}
        play={(tone) => void play(tone)}
      />
      <InstallSetting />
      <PushSetting />
    </>
  );
}

/** Adds types to a selection, or removes them. */
function withTypes(
  selected: readonly NoticeType[],
  types: readonly NoticeType[],
  included: boolean,
): NoticeType[] {
  return NOTICE_TYPES.filter((type) => (types.includes(type) ? included : selected.includes(type)));
}
