import { useQuery } from '@tanstack/react-query';
import { PROTOCOL_NAMES } from '@wakeline/domain/devices/protocols';
import { Form, Select } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';

/** Field `protocol` of the device form: the only protocol by which the device may report. */
export function ProtocolField({ trackerId }: { readonly trackerId: number | null }) {
  const { t } = useTranslation('trackers');
  const client = useClient();
  const form = Form.useFormInstance();
  const stored = useQuery({
    queryKey: [USER_QUERIES, 'tracker-protocol', trackerId],
    queryFn: ({ signal }) =>
      trackerId === null ? null : client.call('queryTrackerProtocol', { trackerId }, { signal }),
    // Somebody else may have changed it since the form was open last.
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
      // Cleared is a choice; a value that was not read yet is none.
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
