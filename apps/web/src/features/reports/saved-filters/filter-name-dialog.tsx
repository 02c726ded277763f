import { name as nameSchema } from '@wakeline/contract/fields';
import type { SavedFilter } from '@wakeline/contract/reports/saved-filters';
import { App, Checkbox, Form, Input, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { errorText } from '../../../service/error-text.ts';
import { fieldRule } from '../../../service/field-rule.ts';
import { useScheduleChange } from '../schedules/use-schedules.ts';

/** A new filter with its query, or one that gets another name. */
export type NameSubject =
  | { readonly kind: 'add'; readonly query: string }
  | { readonly kind: 'rename'; readonly filter: SavedFilter };

interface FilterNameDialogProps {
  /** Null: closed. */
  readonly subject: NameSubject | null;
  /** Path of the report page. */
  readonly page: string;
  readonly canShare: boolean;
  readonly onClose: () => void;
}

interface Fields {
  readonly filterName: string;
  readonly isShared: boolean;
}

/** Asks for the name of a filter, and whether it is shared. */
export function FilterNameDialog({ subject, page, canShare, onClose }: FilterNameDialogProps) {
  const { t } = useTranslation('reports');
  const language = useLanguage();
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const save = useScheduleChange('saveReportFilter');
  const filter = subject?.kind === 'rename' ? subject.filter : null;

  function submit({ filterName: typed, isShared = filter?.isShared ?? false }: Fields): void {
    if (subject === null) return;
    const filterName = typed.trim();
    const query = subject.kind === 'add' ? subject.query : subject.filter.query;
    save.mutate(
      { ...(filter !== null && { filterId: filter.filterId }), page, filterName, isShared, query },
      {
        onSuccess() {
          message.success(t('savedFilters.saved', { name: filterName }));
          onClose();
        },
        onError: (error) => form.setFields([{ name: 'filterName', errors: [errorText(error, language)] }]),
      },
    );
  }

  return (
    <Modal
      open={subject !== null}
      title={t(filter === null ? 'savedFilters.save' : 'savedFilters.renameTitle')}
      okText={t('savedFilters.ok')}
      cancelText={t('savedFilters.cancel')}
      confirmLoading={save.isPending}
      mask={{ closable: false }}
      width={400}
      destroyOnHidden
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Fields>
        form={form}
        clearOnDestroy
        layout="vertical"
        validateTrigger="onBlur"
        initialValues={{ filterName: filter?.filterName ?? '', isShared: filter?.isShared ?? false }}
        onFinish={submit}
      >
        <Form.Item name="filterName" label={t('savedFilters.name')} rules={[fieldRule(nameSchema, language)]}>
          <Input autoFocus />
        </Form.Item>
        {canShare && (
          <Form.Item name="isShared" valuePropName="checked">
            <Checkbox>{t('savedFilters.shared')}</Checkbox>
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
}
