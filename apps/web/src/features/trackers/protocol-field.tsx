import { useQuery } from '@tanstack/react-query';
import { PROTOCOL_NAMES } from '@wakeline/domain/devices/protocols';
import { Form, Select } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';

/** The form field `protocol`: the only protocol with which the device may report. */
export function ProtocolField({ trackerId }: { readonly trackerId: number | null }) {
  const { t } = useTranslation('trackers');
  const client = useClient();
  const form = Form.useFormInstance();
  const stored = useQuery({
    queryKey: [USER_QUERIES, 'tracker-protocol', trackerId],
    queryFn: ({ signal }) =>
      trackerId === null ? null : client.call('queryTrackerProtocol', { trackerId }, { signal }),
    // Another user may have changed it since the form was last open.
    gcTime: 0,
  });
  const protocol = stored.data?.protocol;
  useEffect(() => {
    if (protocol !== undefined && !form.isFieldTouched('protocol')) form.setFieldValue('protocol', protocol);
  }, [protocol, form]);
  return (
    <Form.Item
      name="protocol"
      label={t('protocol')}
      extra={t('protocolHint')}
      // Null if cleared by the user; undefined until loaded.
      normalize={(value: unknown) => value ?? null}
      getValueProps={(value: unknown) => ({ value: value ?? undefined })}
    >
      <Select
        allowClear
        loading={stored.isPending}
        disabled={stored.data === undefined}
        placeholder={t('protocolAny')}
        options={PROTOCOL_NAMES.map((value) => ({ value, label: t(`protocolName.${value}`) }))}
      />
    </Form.Item>
  );
}
