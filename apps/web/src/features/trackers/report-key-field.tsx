import { useMutation } from '@tanstack/react-query';
import { App, Button, Form, Space, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';

/** The key that authenticates an OsmAnd device. Loaded only on request, to limit its exposure. */
export function ReportKeyField({ trackerId }: { readonly trackerId: number }) {
  const { t } = useTranslation('trackers');
  const language = useLanguage();
  const client = useClient();
  const { message, modal } = App.useApp();
  const onError = (error: Error) => void message.error(errorText(error, language));
  const show = useMutation({
    mutationFn: () => client.call('queryTrackerKey', { trackerId }),
    onError,
  });
  const renew = useMutation({
    mutationFn: () => client.call('renewTrackerKey', { trackerId }),
    onSuccess: () => void message.success(t('keyRenewed')),
    onError,
  });
  const key = renew.data?.key ?? show.data?.key;

  function confirmRenew(): void {
    modal.confirm({
      title: t('keyRenewTitle'),
      content: t('keyRenewText'),
      okText: t('keyRenew'),
      okButtonProps: { danger: true },
      onOk: () => renew.mutate(),
    });
  }

  return (
    <Form.Item label={t('key')} extra={t('keyHint')}>
      {key === undefined ? (
        <Button onClick={() => show.mutate()} loading={show.isPending}>
          {t('keyShow')}
        </Button>
      ) : (
        <Space wrap>
          <Typography.Text code copyable>
            {key}
          </Typography.Text>
          <Button size="small" danger onClick={confirmRenew} loading={renew.isPending}>
            {t('keyRenew')}
          </Button>
        </Space>
      )}
    </Form.Item>
  );
}
