// Words: see words.h.
#include "train/words.h"

#include "core/check.h"

#include <string.h>

// clang-format off
const char *const WORDS[WORD_COUNT] = {
    "[PAD]", "[MASK]", "。", "，", "它", "因为", "这", "是", "被", "了", "指", "服务 A",
    "服务 B", "服务 C", "服务 D", "网关 A", "网关 B", "网关 C", "网关 D", "任务 A", "任务 B",
    "任务 C", "任务 D", "配置中心 A", "配置中心 B", "配置中心 C", "配置中心 D", "注册中心 A",
    "注册中心 B", "注册中心 C", "注册中心 D", "数据库 A", "数据库 B", "数据库 C", "数据库 D",
    "缓存 A", "缓存 B", "缓存 C", "缓存 D", "队列 A", "队列 B", "队列 C", "队列 D", "调用",
    "访问", "请求", "连接", "查询", "通知", "检查", "重启", "修复", "更新", "配置", "数据",
    "证书", "密钥", "内存", "磁盘", "网络", "昨晚", "刚才", "今天", "再次", "获取", "读取",
    "同步", "加载", "需要", "最新", "负责", "这次", "巡检", "正在", "执行", "定时", "任务流",
    "操作", "的", "发起方", "收到", "人工", "指令", "系统", "运行", "平稳", "监控", "没有",
    "告警", "日志", "已经", "归档", "值班", "同事", "做", "记录", "整个", "过程", "很", "顺利",
    "其他", "模块", "变化", "启动", "后", "本地", "已", "过期", "丢失", "缺少", "有", "快",
    "用完", "出现", "充足", "保存", "管理", "可以", "提供", "不足", "异常",
};
// clang-format on

int word_find(const char *text, int length) {
    for (int id = 0; id < WORD_COUNT; id++)
        if (strlen(WORDS[id]) == (size_t)length && memcmp(WORDS[id], text, (size_t)length) == 0)
            return id;
    CHECK(!"a word of the vocabulary");
    return -1;
}
