import { App } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { liveStore } from '../live/live-store.ts';
import { scheduleFrame } from '../live/schedule-frame.ts';
import { takeSim } from '../service/entry-values.ts';

/** Opens the device whose card number or IMEI was in the address, once the list of devices has loaded. */
export function useOpenDeviceBySim(listReady: boolean): void {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  useEffect(() => {
    if (!listReady) return;
    let cancelled = false;
    // The store publishes the list at the next frame.
    scheduleFrame(() => {
      const sim = cancelled ? null : takeSim();
      if (sim === null) return;
      const id = liveStore.getIds().find((trackerId) => {
        const tracker = liveStore.getInfo(trackerId);
        return tracker?.iotCard === sim || tracker?.imei === sim;
      });
      if (id === undefined) message.warning(t('page.simUnknown', { sim }), 10);
      else navigate(`/?device=${id}`);
    });
    return () => {
      cancelled = true;
    };
  }, [listReady, navigate, message, t]);
}
